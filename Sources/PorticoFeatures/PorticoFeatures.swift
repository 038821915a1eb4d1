// Features take and return screens.
@_exported import PorticoRoot
