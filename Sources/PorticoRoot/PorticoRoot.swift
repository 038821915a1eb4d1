// Screens use the types of PorticoDoor in their declarations.
@_exported import PorticoDoor
