import CCurl
import PorticoBytes
import PorticoStore
import PorticoTransfer

extension MailFailure {
    init(_ error: TransferError, _ dialogue: SMTPDialogue, at options: SMTPOptions) {
        guard case .failed(let code, let detail) = error else {
            self = .stopped
            return
        }
        if let reply = dialogue.reply, reply.code >= 400 {
            self.init(reply, to: dialogue.command)
        } else {
            self.init(Self.sentence(code, detail, options))
        }
    }

    /// Only replies about the recipient or the mail itself are permanent. 53x asks for authentication, which depends on
    /// the configuration (RFC 4954, 6).
    private init(_ reply: SMTPDialogue.Reply, to command: SMTPDialogue.Command?) {
        let (refused, isAboutMail) =
            switch command {
            case .authenticate: ("the user name or the password", false)
            case .sender: ("the sender's address", false)
            case .recipient: ("the recipient", true)
            case .data: ("the mail", true)
            case nil, .hello, .startTLS: ("the connection", false)
            }
        let isForGood = (500..<600).contains(reply.code) && !(530..<540).contains(reply.code)
        self.init("The mail server refused \(refused) (\(reply.description)).", isPermanent: isAboutMail && isForGood)
    }

    private static func sentence(_ code: CURLcode, _ detail: String, _ options: SMTPOptions) -> String {
        let server = "\(options.host):\(options.port)"
        return switch code {
        case CURLE_OPERATION_TIMEDOUT:
            "The mail server at \(server) did not answer in time."
        case CURLE_LOGIN_DENIED:
            "The mail server takes neither of the ways to log in, PLAIN and LOGIN, or refused the password."
        case CURLE_USE_SSL_FAILED:
            "The mail server at \(server) offers no STARTTLS, and without it nothing is sent."
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE:
            "There is no safe connection to the mail server at \(server): \(detail.printable)."
        default:
            "The mail server at \(server) cannot be reached: \(detail.printable)."
        }
    }
}
