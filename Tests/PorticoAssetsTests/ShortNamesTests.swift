import Testing

@testable import PorticoAssets

@Suite("Names that nobody else sees are sent short")
struct ShortNamesTests {
    private func shortened(_ script: String) -> String {
        String(decoding: ShortScript.shortened(Array(script.utf8)), as: UTF8.self)
    }

    /// A module's outermost names are nobody else's.
    private func inModule(_ script: String) -> String {
        shortened("export {};" + script).replacing("export{};", with: "", maxReplacements: 1)
    }

    @Test(
        "names are short where they are bound, the shortest for what is used most",
        arguments: [
            (#"const first = 1; let second = first + first;"#, #"let e=1,t=e+e;"#),
            (
                #"function one(two, three = two, ...four) { return one(three, four); }"#,
                #"function o(e,t=e,...a){return o(t,a);}"#
            ),
            (
                #"const f = (one, { two, three: [four = one], ...five } = {}, [, six]) => one(two, four, five, six);"#,
                #"let n=(e,{two:t,three:[a=e],...o}={},[,i])=>e(t,a,o,i);"#
            ),
            (
                #"const f = async one => one, g = one => (two) => one ? two : one, h = 1;"#,
                #"let a=async e=>e,o=e=>(t)=>e?t:e,i=1;"#
            ),
            (
                #"for (const one of []) f(one); for (const key in {}) f(key);"#,
                #"for(let e of[])f(e);for(let e in{})f(e);"#
            ),
            (#"for (let i = 0, j = 1; i < j; i++) { f(i); }"#, #"for(let e=0,t=1;e<t;e++){f(e);}"#),
            (
                #"for (const one of []) for (const two of one) if (two) f(one); else f();"#,
                #"for(let e of[])for(let t of e)if(t)f(e);else f();"#
            ),
            (#"try { f(); } catch ({ message }) { f(message); }"#, #"try{f();}catch({message:e}){f(e);}"#),
            (
                #"try { f(); } catch (error) { throw error; } finally { f(); } try { f(); } catch {}"#,
                #"try{f();}catch(e){throw e;}finally{f();}try{f();}catch{}"#
            ),
            (
                #"class One extends Array { static two(three) { return new One(three); } }"#,
                #"class t extends Array{static two(e){return new t(e);}}"#
            ),
            (
                #"const f = function inner(one) { return inner(one); }, C = class Inner { a = Inner; };"#,
                #"let a=function e(t){return e(t);},o=class e{a=e;};"#
            ),
            (
                #"const f = async function* (one) { yield* one; }; async function* g(one) { await one; }"#,
                #"let t=async function*(e){yield*e;};async function*a(e){await e;}"#
            ),
            (
                #"const { lang, style: { tone = lang } } = document.body;\#nf(lang, tone);"#,
                #"let{lang:e,style:{tone:t=e}}=document.body;f(e,t);"#
            ),
            (
                #"switch (a) { case b: { const one = 1; f(one); } default: { const two = 2; f(two); } }"#,
                #"switch(a){case b:{let e=1;f(e);}default:{let e=2;f(e);}}"#
            ),
        ])
    func renames(script: String, expected: String) {
        #expect(inModule(script) == expected)
    }

    @Test(
        "names of properties, keys and members stay, and a shorthand is written out",
        arguments: [
            (
                #"const one = 1; f({ one, two: one, three() {}, one: { one } });"#,
                #"let e=1;f({one:e,two:e,three(){},one:{one:e}});"#
            ),
            (
                #"const one = 1; f(a.one, a?.one, one?.one?.[one]?.(one), { ...one }, ...one);"#,
                #"let e=1;f(a.one,a?.one,e?.one?.[e]?.(e),{...e},...e);"#
            ),
            (
                #"let one = 1, two; ({ one, two = 3, three: two, ...one } = a); [one, two] = [two, one];"#,
                #"let e=1,t;({one:e,two:t=3,three:t,...e}=a);[e,t]=[t,e];"#
            ),
            (
                #"const get = 1, one = 2; f({ get, set: 1, async, static: get });"#,
                #"let get=1,e=2;f({get,set:1,async,static:get});"#
            ),
            (
                #"const one = 2; f({ get one() { return one; }, set one(two) { one(two); }, get: one, set: one });"#,
                #"let t=2;f({get one(){return t;},set one(e){t(e);},get:t,set:t});"#
            ),
            (
                #"const one = 1; f({ async one() {}, *one() {}, async *one() {}, if(one) {} });"#,
                #"let e=1;f({async one(){},*one(){},async*one(){},if(e){}});"#
            ),
            (
                #"const one = 1; f({ 'one': one, [one]: one, 4: one, a: b ? one : one, c: b ? { one } : [one] });"#,
                #"let e=1;f({'one':e,[e]:e,4:e,a:b?e:e,c:b?{one:e}:[e]});"#
            ),
            (#"const one = (two) => ({ two }), f = () => { one(); };"#, #"let t=(e)=>({two:e}),a=()=>{t();};"#),
            (
                #"const one = 1; class A { one = one; static one = { one }; one(one) { one(); } }"#,
                #"let e=1;class t{one=e;static one={one:e};one(e){e();}}"#
            ),
            (
                #"const one = 1; class A { get one() { return one; } static async *one(two) { return two; } }"#,
                #"let t=1;class a{get one(){return t;}static async*one(e){return e;}}"#
            ),
            (
                #"const one = 1; class A { one\#n two = one\#n three = (one) => one.two\#n get\#n one() {} }"#,
                #"let e=1;class t{one\#ntwo=e\#nthree=(e)=>e.two\#nget\#none(){}}"#
            ),
            (
                #"const one = 1; class A { static { f(one); }\#n [one] = one +\#n one;\#n *one() {} }"#,
                #"let e=1;class t{static{f(e);}\#n[e]=e+\#ne;*one(){}}"#
            ),
            (
                #"const one = 1; `one ${one} ${{ one }.one}`; f('one', /one/);"#,
                #"let e=1;`one ${e} ${{one:e}.one}`;f('one',/one/);"#
            ),
        ])
    func keepsProperties(script: String, expected: String) {
        #expect(inModule(script) == expected)
    }

    @Test(
        "a private member has a short name in its class",
        arguments: [
            (
                #"class A { #way = 1; #to; get #top() { return this.#way / this.#way; } }"#,
                #"class e{#e=1;#t;get#a(){return this.#e/this.#e;}}"#
            ),
            (
                #"class A { static async *#go() {} has(other) { return #go in other && other?.#go; } }"#,
                #"class t{static async*#e(){}has(e){return#e in e&&e?.#e;}}"#
            ),
            (
                #"class A { #one; a() { return class { #two; b(a) { return a.#one + this.#two; } }; } }"#,
                #"class t{#e;a(){return class{#t;b(e){return e.#e+this.#t;}};}}"#
            ),
            (
                #"class A { #one = 1\#n #two = this.#one }\#nclass B { #two = this.#two }"#,
                #"class e{#e=1\#n#t=this.#e}\#nclass t{#e=this.#e}"#
            ),
        ])
    func renamesPrivate(script: String, expected: String) {
        #expect(inModule(script) == expected)
    }

    @Test("no new name is a word of the language")
    func reserved() throws {
        let script = (0..<2000).map { "const name\($0) = \($0);" }.joined()
        let short = inModule(script)
        let names = short.matches(of: /[ ,](\w+)=/).map { String($0.output.1) }
        #expect(names.count == 2000 && Set(names).count == 2000)
        #expect(ScriptToken.reserved.isDisjoint(with: names))
        #expect(names.allSatisfy { $0.count <= 2 })
    }
}
