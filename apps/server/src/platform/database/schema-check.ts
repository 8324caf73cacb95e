import { sql, type Kysely } from 'kysely'
import { StartRefusal } from '../process/start-refusal.ts'

/**
 * Columns that were added to migrations after some stations had applied them, by migration. Migrations are frozen since
 * version 0.2.0; a database without one of these was made by an earlier state of the program and cannot be upgraded.
 */
const columnsAddedLater: Record<string, readonly string[]> = {
  '0002-catalog': ['title.art_kind', 'title_visit.network'],
  '0005-operations': ['import_file.origin'],
  '0008-accounts': ['email_code.picture_hash', 'throttle.clear_at', 'third_ticket.tries'],
  '0009-library': ['watch_record.live', 'history_clear.cleared_ms', 'episode.created_at'],
  '0010-comments': ['comment.state', 'comment_thumb.up'],
  '0015-messages': ['message_actor.actor_id'],
  '0016-live': ['stream_source.catchup_source', 'stream_report.network'],
  '0018-recorder': ['recording.bytes', 'catchup.settled_ms', 'push_key.serial'],
  '0019-danmaku': ['danmaku_segment.version'],
  '0020-moderation': ['moderation_report.weighs', 'user_block.kind'],
}

/** The last migration that was applied without this check. Later ones find these columns, and may drop them. */
export const lastUncheckedMigration = '0021-event-outbox'

/**
 * Refuses a database that these migrations cannot bring up to date: of a newer version, or of an earlier state of a
 * migration that was edited.
 * @param applied in order of their names
 * @param existing the same
 * @throws StartRefusal
 */
export async function refuseForeignSchema(
  db: Kysely<unknown>,
  applied: readonly string[],
  existing: readonly string[],
): Promise<void> {
  const unknown = applied.filter((name) => !existing.includes(name))
  if (unknown.length > 0)
    throw new StartRefusal(
      `这个数据库来自更新的云幕，有本程序不认识的 ${unknown.join('、')}。请换用较新的版本来打开它。`,
    )
  const skipped = existing.find((name, at) => name !== applied[at])
  if (applied.length > 0 && skipped !== undefined && existing.indexOf(skipped) < applied.length)
    throw new StartRefusal(`这个数据库缺少 ${skipped}，却有在它之后的迁移，不能继续升级。请从备份恢复。`)
  if ((applied.at(-1) ?? '') > lastUncheckedMigration) return
  const wanted = applied.flatMap((name) => columnsAddedLater[name] ?? [])
  const missing = wanted.length > 0 ? await missingColumns(db, wanted) : []
  if (missing.length === 0) return
  throw new StartRefusal(
    `这个数据库由 0.2.0 以前的开发版建立，缺少 ${missing.join('、')}，不能升级。请用原来的版本打开它，或用 YUNMU_DATA 另指一个空文件夹重新开始。`,
  )
}

async function missingColumns(db: Kysely<unknown>, wanted: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${[...wanted]}::text[]) as name
    where not exists (
      select from pg_attribute
      where attrelid = to_regclass(split_part(name, '.', 1)) and attname = split_part(name, '.', 2) and not attisdropped
    )
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}
