import type pg from 'pg'

/** The address of a database behind a socket of this machine, as an operator would write it. */
export function databaseUrlOf({ connection }: { connection: pg.ClientConfig }): string {
  const { user, password, database, host } = connection
  const url = new URL('postgres://localhost')
  url.username = user ?? ''
  url.password = typeof password === 'string' ? password : ''
  url.pathname = `/${database ?? ''}`
  url.searchParams.set('host', host ?? '')
  return url.href
}
