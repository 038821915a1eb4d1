import Testing

@testable import PorticoAssets

@Suite("Names that somebody else sees are sent as they are")
struct KeptNamesTests {
    private func shortened(_ script: String) -> String {
        String(decoding: ShortScript.shortened(Array(script.utf8)), as: UTF8.self)
    }

    /// A module's outermost names are nobody else's.
    private func inModule(_ script: String) -> String {
        shortened("export {};" + script).replacing("export{};", with: "", maxReplacements: 1)
    }

    @Test(
        "a name that others know stays",
        arguments: [
            (
                #"import one, { two, from as three } from './a.js'; import * as four from './b.js'; f(one, three);"#,
                #"import one,{two,from as three}from'./a.js';import*as four from'./b.js';f(one,three);"#
            ),
            (#"import { one } from './a.js'; const from = one;"#, #"import{one}from'./a.js';let e=one;"#),
            (
                #"export const one = 1, { two, three: [four] } = one; const five = four;"#,
                #"export let one=1,{two,three:[four]}=one;let e=four;"#
            ),
            (
                #"const one = 1; const two = one; export { one, two as three }; const four = two;"#,
                #"let one=1,two=one;export{one,two as three};let e=two;"#
            ),
            (
                #"export default async function one() {} export class Two {} export function three() {}"#,
                #"export default async function one(){}export class Two{}export function three(){}"#
            ),
            (
                #"import('./a.js').then(import.meta.one); const one = 1;"#,
                #"import('./a.js').then(import.meta.one);let e=1;"#
            ),
            (#"const one = 1; one: while (one) break one;"#, #"let one=1;one:while(one)break one;"#),
            (#"var one = 1; function two() { var one = 2; }"#, #"var one=1;function e(){var one=2;}"#),
        ])
    func keepsOthers(script: String, expected: String) {
        #expect(inModule(script) == expected)
    }

    @Test(
        "a name that is bound in one place and another's in another stays in both",
        arguments: [
            (
                #"const a = () => { const name = 1; return name; }; const b = () => name;"#,
                #"let e=()=>{let name=1;return name;},t=()=>name;"#
            ),
            (
                #"const a = () => { if (name) { const name = 1; f(name); } };"#,
                #"let e=()=>{if(name){let name=1;f(name);}};"#
            ),
            (
                #"function a() { for (const event of []) f(event); f(event); }"#,
                #"function e(){for(let event of[])f(event);f(event);}"#
            ),
            (
                #"class A { a(top) { return top; } b() { return top; } }"#,
                #"class e{a(top){return top;}b(){return top;}}"#
            ),
            (#"const a = [(status) => status, status];"#, #"let e=[(status)=>status,status];"#),
        ])
    func keepsGlobals(script: String, expected: String) {
        #expect(inModule(script) == expected)
    }

    @Test(
        "no new name is one that stays",
        arguments: [
            (#"const one = (two) => two + e + t; o(a);"#, #"let n=(i)=>i+e+t;o(a);"#),
            (
                #"const one = () => { e: for (const two of t) break e; };"#,
                #"let o=()=>{e:for(let a of t)break e;};"#
            ),
            (#"export const e = (one) => e(one, { t: 1 });"#, #"export let e=(t)=>e(t,{t:1});"#),
        ])
    func avoids(script: String, expected: String) {
        #expect(inModule(script) == expected)
    }

    @Test("the outermost names of a script that is no module may be others' as well")
    func classic() {
        let script = "const one = (two) => two; class Three {}"
        #expect(shortened(script) == "let one=(e)=>e;class Three{}")
        #expect(inModule(script) == "let t=(e)=>e;class a{}")
    }
}
