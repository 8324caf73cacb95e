import type pg from 'pg'

/** The address of a database on this machine, as an operator would write it. */
export function databaseUrlOf({ connection }: { connection: pg.ClientConfig }): string {
  const { user, password, database, host, port } = connection
  const url = new URL('postgres://localhost')
  if (port !== undefined) url.port = String(port)
  url.username = user ?? ''
  url.password = typeof password === 'string' ? password : ''
  url.pathname = `/${database ?? ''}`
  url.searchParams.set('host', host ?? '')
  return url.href
}
