"""
A seat at a table: its fold and keys, the session with a host, and the connection.

People and bots use the same interface (`sealed_wonders.client.table.players`). What
they read is in `sealed_wonders.client.words`, what they type in
`sealed_wonders.client.person`, and how bots choose in `sealed_wonders.client.bots`.
"""
