// The API of this module contains the records of the store.
@_exported import PorticoStore
