import { sql, type Transaction } from 'kysely'

/** The addresses of episodes that are going to be deleted, as whole rows. */
export async function takeAddresses(tx: Transaction<unknown>, episodeIds: readonly number[]): Promise<unknown[]> {
  if (episodeIds.length === 0) return []
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(episode_address) as row from episode_address
    where episode_id = any(${[...episodeIds]}::int[]) order by id`.execute(tx)
  return rows.map(({ row }) => row)
}

/** Puts the addresses of episodes that are there again back, where their hosts are still known. */
export async function putAddresses(tx: Transaction<unknown>, addresses: readonly unknown[]): Promise<void> {
  if (addresses.length === 0) return
  await sql`
    insert into episode_address overriding system value
    select given.* from jsonb_populate_recordset(null::episode_address, ${JSON.stringify(addresses)}::jsonb) as given
    join remote_host on remote_host.id = given.host_id
    on conflict do nothing`.execute(tx)
}
