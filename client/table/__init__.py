"""
A seat at a table: its fold and keys, the session with a host, and the connection.

People and bots use the same interface (`sealed_wonders.client.table.players`). What
they see and type is in `sealed_wonders.client.terminal`, and how bots choose in
`sealed_wonders.client.bots`.
"""
