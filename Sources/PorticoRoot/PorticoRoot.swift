// Screens take and return what the door knows of a request.
@_exported import PorticoDoor
