import { sql, type Kysely, type Transaction } from 'kysely'

/** The ids of all addresses of episodes. */
export async function addressIds(db: Kysely<unknown>, episodeIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from episode_address where episode_id = any(${[...episodeIds]}::int[]) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes addresses. Returns them as whole rows, which `insertRemoved` takes, and their episodes. */
export async function removeWhole(
  tx: Transaction<unknown>,
  ids: readonly number[],
): Promise<{ rows: unknown[]; episodeIds: number[] }> {
  if (ids.length === 0) return { rows: [], episodeIds: [] }
  const { rows } = await sql<{ row: unknown; episode_id: number }>`
    with removed as (delete from episode_address where id = any(${[...ids]}::int[]) returning *)
    select to_jsonb(removed) as row, episode_id from removed order by id`.execute(tx)
  return { rows: rows.map(({ row }) => row), episodeIds: [...new Set(rows.map(({ episode_id }) => episode_id))] }
}

/** Inserts removed addresses again whose episodes exist. Those that exist stay as they are. Returns their episodes. */
export async function insertRemoved(tx: Transaction<unknown>, addresses: readonly unknown[]): Promise<number[]> {
  if (addresses.length === 0) return []
  const { rows } = await sql<{ episode_id: number }>`
    insert into episode_address overriding system value
    select given.* from jsonb_populate_recordset(null::episode_address, ${JSON.stringify(addresses)}::jsonb) as given
    join remote_host on remote_host.id = given.host_id join episode on episode.id = given.episode_id
    order by given.id
    on conflict do nothing
    returning episode_id`.execute(tx)
  return [...new Set(rows.map(({ episode_id }) => episode_id))]
}
