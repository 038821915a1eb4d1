// Everything that applications use, in one import.
@_exported import HTTPTypes
@_exported import Hummingbird
@_exported import HummingbirdCore
@_exported import Logging
@_exported import NIOCore
@_exported import PorticoAuth
@_exported import PorticoCommand
@_exported import PorticoComponents
@_exported import PorticoConfig
@_exported import PorticoFeatures
@_exported import PorticoHTML
@_exported import PorticoServer
