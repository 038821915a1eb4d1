import Crypto
import Foundation
import PorticoTestSupport
import Testing

@testable import PorticoAuth

@Suite("A password hash of another system")
struct ImportedHashTests {
    static let password = "Tr0mbone & Schl\u{FC}ssel"
    /// Hashes of this password with little cost, by Django 5.2, passlib 1.7, bcrypt 4.0, argon2-cffi 25.1 and libxcrypt 4.4,
    /// and by Python's hashlib in the JSON of Keycloak's exports.
    static let vectors: [(origin: String, hash: String)] = [
        ("Django", #"pbkdf2_sha256$1000$saltsalt1234$q/RQTG9wPdqzdykDOquTtjmzSM7y+Q3OylI4PCa7Gn8="#),
        ("Django", #"pbkdf2_sha1$1000$saltsalt1234$x127drt4MZK8PKVV7vKg3rGteQs="#),
        ("Django", #"argon2$argon2id$v=19$m=64,t=1,p=2$c2FsdHNhbHQxMjM0$DLoOXsTQaew2NoaYe73jw2r41WfzUBQcSSjmxx++3Nw"#),
        ("Django", #"bcrypt_sha256$$2b$04$55oppXk4N76a6NFWs/4VaevJAEqPfH2C1S3eQCPATy2XEnF5.0Z8m"#),
        ("Django", #"bcrypt$$2b$04$pVJ1MeeAEEOTHu/RK/xVb.Td/W.0hPSFctrkWTU9PgTIFoppwIVo6"#),
        (
            "Django",
            #"scrypt$16$saltsalt1234$8$2$Vqxq8DxlSDF71OjrhrtSM7cBuYK/hQBM4IHLuPm3ZA8Nn2wa01P5ylw6pIOr0R+iyGfdQtJPXOccQV1XI1LA3w=="#
        ),
        ("passlib", #"$pbkdf2-sha256$1000$1zrnPEeI8T5nrNV6j/EeYw$RqNfpUQSqbfFDkqvru8VdpcxrQz1jlIFzYocQ50p0EY"#),
        (
            "passlib",
            #"$pbkdf2-sha512$1000$1dpbC0GoNSaEsFZqbc0Zgw$GkKeCt9Wxcdh/v2iQlZ7Qe.6.bC0TysMJBdGd64thuYQyX/N5H25v2H8Hkq1.zgk6/.05Xk6fTne.fXKCcUWGA"#
        ),
        ("passlib", #"$pbkdf2$1000$r3WOcU5Jydkbo5QyhhBCaA$luSymC0mHjz2G3gA.cgkIcUdlvA"#),
        ("passlib", #"$scrypt$ln=4,r=8,p=1$EIKQUqr1/p/T+j9nDIHQGg$oqvqMVTwsCsgk+/wlFt1FDuKGas4zerTr4I92xhTUBE"#),
        ("passlib", #"$5$kSI8dxVItZ3/y4v2$dDWDJU.tJrl647RA2df3pVjvymtHAg8bT/tsBmRaI1C"#),
        ("passlib", #"$5$rounds=1000$61zLIrlwkfLzxOcl$3kr3QBb4Mooj0GNl.KB1lAbMU0rfh9fhGmepKxmLpv7"#),
        (
            "passlib",
            #"$6$mMz.7QCyNh87Ou9/$mekCaHr9egjDyuM6ydVzFT4tqbhcCJZsNFOBwMon4ssXjxN0X6rZvMTfuO7FXY1iaWa/5MNVMaFzvNkWHRTPb/"#
        ),
        (
            "passlib",
            #"$6$rounds=1000$5LyXRibZDSkpW2tv$ocXpo9HxfQb.cQouFwy4q.wmpU0mJrCm48kzVMSwW1uS6R.qucYQorA5iCCsBN1bq9g38QO6x5DP6WO6A2ner0"#
        ),
        ("passlib", #"{SSHA}wUOl8VOOiYPXhi0f2ZxiWUmU6K8WgjDm"#),
        ("passlib", #"{SSHA256}SDefUCkmOH/HmVD9xOiI7ljHVexpZRsY4J38GckaMO733vtfK0VobQ=="#),
        (
            "passlib",
            #"{SSHA512}ZdnhYg8krzjFiVD3h/z8FBmFvbmcYgZmBjF0Yk4yQQlqdNrhNn0sANfpsdNUcgF3Ip7tJwWrXouh7C7xnzFnaYGQUmoNodT6"#
        ),
        (
            "passlib",
            #"{CRYPT}$6$rounds=1000$J6SQz/cjBNsNiBUt$Yod65KuoEvCpiGdOmcmFViJGIkrqdRHGLmsR9.Zyrmq7QWZIb9EvISO.L5b9lqt1ctFg.sD2Y4Sgkd8h/vY5G."#
        ),
        ("bcrypt", #"$2a$04$muXTFYe3pvsgi1cnhvnVNu22.xa3o883Tt02tgRy2bGMzI1YqtE/u"#),
        ("bcrypt", #"$2b$04$WAOjfD1CDbej1s2h90MV5OcNpWWBPYS3BHXoNG.Oxh8g/acdm1jqa"#),
        ("bcrypt, as PHP writes it", #"$2y$04$H7FuDRsZuWa0J6E9IHcq7egkTaIsUOKgVonHU.7oguLjAoZkC4m8y"#),
        (
            "argon2-cffi",
            #"$argon2id$v=19$m=64,t=1,p=1$JWO62WU4DK2uZD0naM3x2A$40sB7QG5l7XJmsBcEIajqXdCcPEXLZXjuEXHozj4pL4"#
        ),
        (
            "argon2-cffi",
            #"$argon2i$v=19$m=64,t=1,p=1$nM+bFjkC10CNCSXeJqXJWg$v/mhriJZeJBPBKK4imlz35wbN+4iFU/yykqoVFj2mi0"#
        ),
        (
            "argon2-cffi",
            #"$argon2d$v=19$m=64,t=1,p=1$HdPOJ1vW9iIG2EBaL04n6g$Z0/07TGQvODYYl61QiwfHy/s5sFUIibO5GQdvGuWC6w"#
        ),
        ("argon2-cffi, version 1.0", #"$argon2i$m=64,t=1,p=1$c2FsdHNhbHQ$N+GrM7pCoNEC9oQXwXF9uTrsL7JB8mp4gdc6ovkWDsM"#),
        ("libxcrypt", #"$7$2U..../....saltsalt$4H9eAse1j4Zj8k5r5f9JljpOjP5Uyk2xJdpFZRNblqB"#),
        ("libxcrypt", #"$y$j75$saltsalt$lZ.uNtRBIBEL6kEm9tv8/37y/XuJkjZ4M3woGHXaV4/"#),
        (
            "Keycloak 18",
            #"{"type":"password","credentialData":"{\"hashIterations\": 1000, \"algorithm\": \"pbkdf2-sha256\", \"additionalParameters\": {}}","secretData":"{\"value\": \"M/1lemfSazezkK+lNW4sOBeXiPfyIj7TyQlw6a9ArQ5gZ/y1+6Ah0YYOusLSQ6L50grrHuwYOPLiVT1Ita1tbg==\", \"salt\": \"MDEyMzQ1Njc4OWFiY2RlZg==\", \"additionalParameters\": {}}"}"#
        ),
        (
            "Keycloak 24",
            #"{"type":"password","credentialData":"{\"hashIterations\": 1000, \"algorithm\": \"pbkdf2-sha512\", \"additionalParameters\": {}}","secretData":"{\"value\": \"xPlfwG5OK94c3iifh/FaU5YE6Q9sWpVJEqEBGkgW74ya75qxUeG3T2Kdho8uXavqkK7rH8J1LYspjOljvtjjEA==\", \"salt\": \"MDEyMzQ1Njc4OWFiY2RlZg==\", \"additionalParameters\": {}}"}"#
        ),
        (
            "Keycloak",
            #"{"type":"password","credentialData":"{\"hashIterations\": 1000, \"algorithm\": \"pbkdf2\", \"additionalParameters\": {}}","secretData":"{\"value\": \"nzEN/n/AS3dqui1DxMrsL/4WDSS6l002uR3y5GbRLeyHNp/oKLjGPSq4lZEkbhcJNRhSLEubU/vKmaSNWii9ww==\", \"salt\": \"MDEyMzQ1Njc4OWFiY2RlZg==\", \"additionalParameters\": {}}"}"#
        ),
        (
            "Keycloak 25",
            #"{"type":"password","credentialData":"{\"hashIterations\": 2, \"algorithm\": \"argon2\", \"additionalParameters\": {\"hashLength\": [\"32\"], \"memory\": [\"64\"], \"type\": [\"id\"], \"version\": [\"1.3\"], \"parallelism\": [\"1\"]}}","secretData":"{\"value\": \"x3m2p1yYhe5Kpfr9O2o56h73jIwhGoyLGkxXaV97iFw=\", \"salt\": \"MDEyMzQ1Njc4OWFiY2RlZg==\", \"additionalParameters\": {}}"}"#
        ),
    ]

    @Test("is recognised with its password and no other", arguments: vectors)
    func recognised(origin: String, text: String) throws {
        let hash = try ImportedHash(text)
        #expect(try hash.matches(Self.password))
        for other in ["Tr0mbone & Schlussel", "", Self.password + " ", Self.password + "\0", "\0"] {
            #expect(try !hash.matches(other), "\(other.debugDescription)")
        }
        #expect(try ImportedHash(stored: ImportedHash(" " + text + "\n").stored) == hash)
    }

    @Test("of bcrypt covers 72 bytes, as in the other system")
    func truncated() throws {
        let hash = try ImportedHash("$2b$04$5S1bBK9WOdDUpyAZFeAHTudF6JuR4wiLrYODSJn3TWvpCSTLUBTP6")
        #expect(try hash.matches(String(repeating: "p", count: 72)))
        #expect(try hash.matches(String(repeating: "p", count: 90)))
        #expect(try !hash.matches(String(repeating: "p", count: 71)))
        #expect(try !hash.matches(String(repeating: "p", count: 1024)))
    }

    private static let digest = String(repeating: "a", count: 86)
    private static let salted = "c2FsdHNhbHRzYWx0c2FsdA$aAiUmTzHe+W9kd31JG/q9vn/fkiJBqG/1VC0Rw9cKYI"
    private static let bcrypt = "abcdefghijklmnopqrstuu\(digest.prefix(31))"

    @Test(
        "that would take too much time or memory is refused",
        arguments: [
            "$2b$15$\(bcrypt)", "$2b$31$\(bcrypt)", "$2b$99$\(bcrypt)", "$6$rounds=999999999$salt$\(digest)",
            "$5$rounds=1000001$salt$\(digest.prefix(43))", "$6$rounds=99999999999999999999999$salt$\(digest)",
            "$7$JU..../....salt$\(digest.prefix(43))", "$7$CU..../zzzzzsalt$\(digest.prefix(43))",
            "$y$jFT$salt$\(digest.prefix(43))", "$argon2id$v=19$m=262145,t=1,p=1$\(salted)",
            "$argon2id$v=19$m=65536,t=17,p=1$\(salted)", "$argon2id$v=19$m=4294967296,t=1,p=1$\(salted)",
            "$argon2id$v=19$m=65536,t=1,p=17$\(salted)", "$argon2id$v=19$m=128,t=8192,p=16$\(salted)",
            "$argon2id$v=19$m=65536,t=3,p=99999999999999999999$\(salted)", "$scrypt$ln=19,r=8,p=1$\(salted)",
            "$scrypt$ln=14,r=8,p=99999999999999999999$\(salted)", "$scrypt$ln=62,r=1,p=1$\(salted)",
            "$pbkdf2-sha256$2000001$\(salted)", "$pbkdf2$2000001$\(salted)",
            "pbkdf2_sha256$99999999999$salt$aAiUmTzHe+W9kd31JG/q9vn/fkiJBqG/1VC0Rw9cKYI=",
        ])
    func costly(text: String) {
        #expect(throws: ImportedHash.Problem.tooCostly) { try ImportedHash(text) }
    }

    @Test("of SHA-crypt matches no password whose check would take longer than the bounds allow")
    func longPassword() throws {
        // 128,000,000 / 656,000 is 195.1.
        for (rounds, longest) in [("", 25_600), ("rounds=656000$", 195), ("rounds=1000000$", 128)] {
            #expect(try CryptHash("$6$\(rounds)salt$\(Self.digest)").longestPassword == longest)
        }
        // Of 200 times "p", by libxcrypt 4.4.
        let text =
            "$6$rounds=1000$saltsalt$goMIHSjYrzsvpuOye8QOW4hRYOQMHgvZDyxdIlWIKJqVFJOIPtGSrxPvJGBnZDILcBT9Ti1QUQV2yQapFIzwj/"
        #expect(try ImportedHash(text).matches(String(repeating: "p", count: 200)))
        // Of 129 times "p".
        let long =
            "$6$rounds=1000000$saltsalt$8gZr66OBrHT8kRZZw7ADdLNTzAj4.CluFAQ5esfcEtMmToYpHM2PnrRbhrzuOad1mJ1cqVSh3gBRwt73sow831"
        #expect(try !ImportedHash(long).matches(String(repeating: "p", count: 129)), "not computed")
    }

    @Test("is compared with the password as typed and normalized, and with no further form")
    func forms() async throws {
        let hasher = PasswordHasher(parameters: cheap)
        // e and a combining acute accent, composed and decomposed; a no-break space.
        let (composed, decomposed) = ("caf\u{E9} \u{A0}", "cafe\u{301} \u{A0}")
        func hash(_ password: String) throws -> String { try ImportedHash(Self.ssha(password)).stored }
        #expect(try await hasher.verify(decomposed, against: try hash(decomposed)))
        #expect(try await hasher.verify(decomposed, against: try hash("caf\u{E9}  ")), "normalized")
        #expect(try await !hasher.verify(decomposed, against: try hash(composed)), "composed with its spaces")
        #expect(try await !hasher.verify(composed, against: try hash(decomposed)))
    }

    private static func ssha(_ password: String) -> String {
        let salt = Array("salt".utf8)
        return "{SSHA}"
            + Data(Array(Insecure.SHA1.hash(data: Array(password.utf8) + salt)) + salt).base64EncodedString()
    }

    @Test("by PBKDF2 is compared by its first block: the others would take as long again")
    func firstBlock() throws {
        // Keycloak makes 64 bytes with SHA-1, which has 20.
        let hash = "nzEN/n/AS3dqui1DxMrsL/4WDSS6l002uR3y5GbRLeyHNp/oKLjGPSq4lZEkbhcJNRhSLEubU/vKmaSNWii9ww=="
        let text = "$pbkdf2$1000$MDEyMzQ1Njc4OWFiY2RlZg$\(hash)"
        guard case .pbkdf2(_, _, _, let block) = try ImportedHash.Scheme(text) else {
            Issue.record("another function")
            return
        }
        #expect(block == Array(try #require(Data(base64Encoded: hash)).prefix(20)))
        #expect(try ImportedHash(text).matches(Self.password))
    }

    @Test("is large if its check needs more than 64 MiB")
    func large() throws {
        for (text, isLarge) in [
            ("$argon2id$v=19$m=65536,t=3,p=4$\(Self.salted)", false),
            ("$argon2id$v=19$m=65537,t=3,p=4$\(Self.salted)", true),
            ("$scrypt$ln=16,r=8,p=1$\(Self.salted)", false), ("$scrypt$ln=17,r=8,p=1$\(Self.salted)", true),
            ("$7$EU..../....salt$\(Self.digest.prefix(43))", true), ("$y$j9T$salt$\(Self.digest.prefix(43))", false),
            ("$2b$14$\(Self.bcrypt)", false), ("$pbkdf2-sha256$2000000$\(Self.salted)", false),
        ] {
            #expect(try ImportedHash(text).isLarge == isLarge, "\(text)")
        }
    }

    @Test("of the costs that frameworks choose is not refused")
    func usual() throws {
        for text in [
            "$2y$12$\(Self.bcrypt)", "$2b$14$\(Self.bcrypt)", "$6$rounds=656000$salt$\(Self.digest)",
            "$argon2id$v=19$m=102400,t=2,p=8$\(Self.salted)", "$argon2id$v=19$m=65536,t=3,p=4$\(Self.salted)",
            "$scrypt$ln=16,r=8,p=1$\(Self.salted)", "$y$j9T$salt$\(Self.digest.prefix(43))",
            "pbkdf2_sha256$1500000$salt$aAiUmTzHe+W9kd31JG/q9vn/fkiJBqG/1VC0Rw9cKYI=",
            "scrypt$16384$salt$8$5$aAiUmTzHe+W9kd31JG/q9vn/fkiJBqG/1VC0Rw9cKYI=",
        ] {
            #expect(throws: Never.self, "\(text)") { try ImportedHash(text) }
        }
    }

    @Test(
        "of another form is refused",
        arguments: [
            "", "x", "$", "$$", "{", "{}", "{SSHA}", "{\"a\":1}", "secret", "5f4dcc3b5aa765d61d8327deb882cf99", "!",
            "*",
            "md5$salt$5f4dcc3b5aa765d61d8327deb882cf99", "$1$salt$abcdefghijklmnopqrstuv", "{SSHA}c2FsdA==",
            "{MD5}X03MO1qnZdYdgyfeuILPmQ==", "{SSHA}!!!!", "$2b$03$\(bcrypt)", "$2x$12$\(bcrypt)", "$2b$-1$\(bcrypt)",
            "$2b$12$\(bcrypt)a", "$2b$12$\(bcrypt.dropLast())\u{E9}", "$6$rounds=-1$salt$\(digest)",
            "$6$rounds=$salt$\(digest)", "$6$rounds=999$salt$\(digest)", "$6$sa:lt$\(digest)", "$6$salt$\(digest)a",
            "$y$j9T$salt$", "$y$zzz$salt$\(digest.prefix(43))", "$7$$\(digest.prefix(43))",
            "$argon2id$v=19$m=64,t=0,p=1$\(salted)", "$argon2id$v=19$m=-64,t=1,p=1$\(salted)",
            "$argon2id$v=19$m=64,p=1,t=1$\(salted)", "$argon2id$v=20$m=64,t=1,p=1$\(salted)",
            "$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$", "$argon2id$v=19$m=064,t=1,p=1$\(salted)",
            "$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aAiUmTzHe+W9kd31JG/q9vn/fkiJBqG/1VC0Rw9cKYJ",
            "$bcrypt-sha256$v=2,t=2b,r=12$\(bcrypt.prefix(22))$\(bcrypt.suffix(31))", "$pbkdf2-sha224$1000$\(salted)",
            "$pbkdf2-sha384$1000$\(salted)", "$plaintext$Tr0mbone", "$2x$12$\(bcrypt)", "$1$salt$\(digest.prefix(22))",
            "$scrypt$ln=16,r=1,p=1$\(salted)", "$7$E/..../....salt$\(digest.prefix(43))",
            "$scrypt$ln=0,r=8,p=1$\(salted)", "$scrypt$ln=4,r=0,p=1$\(salted)", "$scrypt$ln=4,r=8,p=1$c2FsdA$",
            "$pbkdf2-sha256$0$\(salted)", "$pbkdf2-sha256$-5$\(salted)", "$pbkdf2-sha256$1000$c2FsdA$",
            "scrypt$15$salt$8$1$aAiUmTzHe+W9kd31JG/q9vn/fkiJBqG/1VC0Rw9cKYI=", "pbkdf2_sha256$1000$$YQ==",
            "$2b$12$\(bcrypt.dropLast())\0",
        ])
    func unknown(text: String) {
        #expect(throws: ImportedHash.Problem.unknown) { try ImportedHash(text) }
    }

    @Test("of a megabyte is refused")
    func megabyte() {
        for part in ["$", "a", "{", "$2b$12$"] {
            let text = String(repeating: part, count: 1_048_576 / part.count)
            #expect(throws: ImportedHash.Problem.unknown) { try ImportedHash(text) }
        }
    }

    @Test("is verified by the hasher, and replaced by Argon2id at the first login with the password")
    func firstLogin() async throws {
        let auth = AuthFixture(parameters: cheap)
        let id = try await auth.addAccount().id
        for vector in Self.vectors {
            auth.clock.advance(by: 600)
            let stored = try ImportedHash(vector.hash).stored
            try await auth.memory.setPassword(PasswordChange(account: id, hash: stored, time: auth.clock.now()))
            _ = try? await auth.signIn(password: "wrong")
            #expect(try await auth.memory.credential(of: id)?.passwordHash == stored)
            _ = try await auth.signIn(password: Self.password)
            let hash = try #require(try await auth.memory.credential(of: id)?.passwordHash)
            #expect(hash.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"), "\(vector.origin)")
            _ = try await auth.signIn(password: Self.password)
            #expect(try await auth.memory.credential(of: id)?.passwordHash == hash)
        }
    }

    @Test("of a password that is too short lets the person choose a longer one at the first login")
    func short() async throws {
        let auth = AuthFixture(parameters: cheap)
        let id = try await auth.addAccount().id
        // "short" by bcrypt 4.0.
        let stored = try ImportedHash("$2b$04$X71tTJtOY3yBER2cbIEwneVLcT9RshFydDfUIb/fP9m5Hi.6UobaG").stored
        try await auth.memory.setPassword(PasswordChange(account: id, hash: stored, time: auth.clock.now()))
        await #expect(throws: (any Error).self) { try await auth.signIn(password: "short") }
        let found = try #require(try await auth.memory.credential(of: id))
        #expect(found.hasShortPassword)
        #expect(found.passwordHash?.hasPrefix("$argon2id$") == true)
    }
}
