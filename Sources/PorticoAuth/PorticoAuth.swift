// The rules take and return what is stored.
@_exported import PorticoStore
