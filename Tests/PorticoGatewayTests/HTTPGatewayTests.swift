import PorticoGateway
import Testing
