// The API of this module contains components.
@_exported import PorticoComponents
