import Testing

@testable import PorticoAssets

@Suite("The project's scripts are sent without what only their authors read")
struct ShortScriptTests {
    private func shortened(_ script: String) -> String {
        String(decoding: ShortScript.shortened(Array(script.utf8)), as: UTF8.self)
    }

    @Test(
        "comments, spaces and breaks go where they mean nothing",
        arguments: [
            (#"// a\#n/** b */ f(1, /* c */ [ 2, 3 ], // d\#n  g);\#n"#, #"f(1,[2,3],g);"#),
            (#"if (a && !b) f();\#nelse g();\#n\#n\#nh()"#, #"if(a&&!b)f();else g();h()"#),
            (#"a = b /* one\#ntwo */ c()"#, #"a=b\#nc()"#),
            (#"a = b\#n  ? c\#n  : d\#n    .e;"#, #"a=b?c:d.e;"#),
            (#"a = b\#n++c\#nd = e\#n(f)\#n`g`\#n"#, #"a=b\#n++c\#nd=e\#n(f)\#n`g`"#),
            (#"a - -b + +c - --d + ++e + f++ + g / /h/.i"#, #"a- -b+ +c- --d+ ++e+f++ +g/ /h/.i"#),
            (#"a < !--b; c ? .5 : 1; d ?.e; f ?. [0]"#, #"a< !--b;c?.5:1;d?.e;f?.[0]"#),
            (#"5 .a(1., .5, 1e-3, 0xe + 10n, 1_000) / 2"#, #"5 .a(1.,.5,1e-3,0xe+10n,1_000)/2"#),
            (#"f({ a, b: [1, , 2,],\#n}, ",}", `,${ g(c,) },}`,)"#, #"f({a,b:[1,,2,]},",}",`,${g(c)},}`)"#),
            (#"a in b && typeof c instanceof d, void 0"#, #"a in b&&typeof c instanceof d,void 0"#),
            (#"for await (const a of b) { c: for (;;) break c; }"#, #"for await(let e of b){c:for(;;)break c;}"#),
        ])
    func tightens(script: String, expected: String) {
        #expect(shortened(script) == expected)
    }

    @Test(
        "what is declared one after the other is declared at once",
        arguments: [
            (#"const a = b; const { c } = d;\#nlet [e], f;\#ng();"#, #"let a=b,{c}=d,[e],f;g();"#),
            (
                #"const a = () => { const b = c; let d; e(); const f = g; }; const h = 1"#,
                #"let a=()=>{let t=c,o;e();let i=g;},h=1"#
            ),
            (
                #"export const a = 1; const b = 2; export const c = 3; const d = 4;"#,
                #"export let a=1;let e=2;export let c=3;let t=4;"#
            ),
            (
                #"const a = b\#nc(); const d = e\#nconst f = function () {}\#nconst g = 1; var h; const i = 2;"#,
                #"let a=b\#nc();let d=e\#nlet f=function(){}\#nlet g=1;var h;let i=2;"#
            ),
            (
                #"const a = 1; for (const b of c) d(); const e = { let: 1, const: 2 }; f.const; const g = 1"#,
                #"let a=1;for(let t of c)d();let e={let:1,const:2};f.const;let g=1"#
            ),
        ])
    func joins(script: String, expected: String) {
        #expect(shortened(script) == expected)
    }

    @Test(
        "texts, templates and regular expressions stay as they are",
        arguments: [
            (#"f("a  //  b", 'it\'s  /* c */', "\\", "ü");"#, #"f("a  //  b",'it\'s  /* c */',"\\","ü");"#),
            (#"f('a\\#n  b');"#, #"f('a\\#n  b');"#),
            (
                #"`a  ${ b }  // ${ `c  ${ { d: `}` }.d }  \` \${` }  e` + f"#,
                #"`a  ${b}  // ${`c  ${{d:`}`}.d}  \` \${`}  e`+f"#
            ),
            (#"`\#n  ${ a\#n}\#n`"#, #"`\#n  ${a\#n}\#n`"#),
            (#"return_ = /[/'"]  \//g.test(a); b = a / c / d;"#, #"return_=/[/'"]  \//g.test(a);b=a/c/d;"#),
            (#"f(/a  b/, c ? /d/ : !/e/); if (a) /  "/.test(b);"#, #"f(/a  b/,c?/d/:!/e/);if(a)/  "/.test(b);"#),
            (#"(a) / b; c[0] / d; e++ / f; `g` / h;"#, #"(a)/b;c[0]/d;e++/f;`g`/h;"#),
            (#"1 / i; this.return / j; 'k' / l;"#, #"1/i;this.return/j;'k'/l;"#),
            (#"() => { return /  `/u; };"#, #"()=>{return/  `/u;};"#),
            (#"/  a/ instanceof b; /  a/g in b;"#, #"/  a/ instanceof b;/  a/g in b;"#),
        ])
    func keepsLiterals(script: String, expected: String) {
        #expect(shortened(script) == expected)
    }

    @Test(
        "a script with anything that is not understood stays as it is",
        arguments: [
            "f( 1", "f( 1 ))", "f( 1 ]", "f( `${ 1 )}` )", "\" a", "' a\n'", "` a", "` ${ a `", "` ${ a } ", "/* a",
            "a = /b c", "a = /[/] b", "@ a", "const größe = 1", "a = {}\n/b/.test( c )", "\\u0061 = 1", "# a",
            "eval( 'a' )", "(a) => { return eval( a ); }", "with ( a ) b", "/*! MIT */ f( 1 )",
        ])
    func leaves(script: String) {
        #expect(shortened(script) == script)
        #expect(ShortScript.shortened(Array(script.utf8) + [0x20, 0xff]) == Array(script.utf8) + [0x20, 0xff])
    }
}
