// Pages are made of components.
@_exported import PorticoComponents
