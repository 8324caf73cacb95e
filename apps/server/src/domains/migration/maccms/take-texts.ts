import { cleanDanmakuText, plainText, readPlayStrings, type DanmakuRecord } from '@yunmu/formats'
import type { CommentToSave } from '../migration-needs.ts'
import { entryOf, findPlaces, idsOf, rememberIn, runTable, type FreshRow, type MigrationRun } from '../run-table.ts'
import { int, number, sec, text } from '../row-values.ts'
import type { SourceRow } from '../sources/row-source.ts'
import { commentPlan, danmakuPlan, livePlan } from './columns.ts'

interface ReadComment {
  fresh: FreshRow
  userId: number
  titleId: number
  parentId: number
  content: string
}

/** Pictures of its editor are written as `[em:12]`. */
const contentOf = (row: SourceRow): string =>
  plainText(text(row, 'comment_content'))
    .replace(/\[em:\d+\]/g, '')
    .trim()

/** Takes comments on titles with their answers. Rows are in the order in which they were written: answers come later. */
export const takeComments = (run: MigrationRun) =>
  runTable(run, 'comment', commentPlan, async (rows, tally) => {
    const { parts, dry, nowSec } = run
    const parents = await idsOf(
      run,
      'comment',
      rows.map(({ row }) => number(row, 'comment_pid')),
    )
    const placeOf = await findPlaces(run, rows, { user: 'user_id', title: 'comment_rid' })
    const read = rows.flatMap((fresh): ReadComment[] => {
      const { row, isKnown } = fresh
      const place = placeOf(row)
      const content = parts.texts.clean(contentOf(row))
      if (number(row, 'comment_mid') !== 1) tally.refuse('otherKind')
      else if (number(row, 'user_id') === 0) tally.refuse('guest')
      else if (typeof place === 'string') tally.refuse(place)
      else if (content === '') tally.refuse('noText')
      // What was written stays as it was taken: its author or a moderator may have removed it here.
      else if (isKnown) tally.table.unchanged++
      else return [{ fresh, ...place, parentId: number(row, 'comment_pid'), content }]
      return []
    })
    if (read.length === 0) return
    if (dry) {
      for (const { fresh } of read) tally.took(fresh)
      return
    }
    const places = new Map(read.map(({ fresh }, place) => [fresh.oldId, place]))
    const found = await parts.texts.scan(read.map(({ content }) => content))
    const comments = read.map((one, at) => toComment(one, found[at] ?? '', { parents, places, nowSec }))
    await parts.inTransaction(async (tx) => {
      const ids = await parts.texts.saveComments(tx, comments)
      const entries = read.flatMap(({ fresh }, at) => {
        const id = ids[at] ?? null
        return id === null ? [] : [entryOf(fresh, id)]
      })
      await rememberIn(tx, 'comment', entries)
      const added = new Set(entries.map(({ oldId }) => oldId))
      for (const { fresh } of read) {
        if (added.has(fresh.oldId)) tally.took(fresh)
        else tally.refuse('noParent')
      }
    })
    parts.texts.announceComments([...new Set(read.map(({ titleId }) => titleId))])
  })

function toComment(
  { fresh: { row, oldId }, userId, titleId, parentId, content }: ReadComment,
  found: string,
  { parents, places, nowSec }: { parents: Map<number, number>; places: Map<number, number>; nowSec: number },
): CommentToSave {
  const parent = parents.get(parentId)
  const place = places.get(parentId)
  const replyTo = parent !== undefined ? { id: parent } : { place: place ?? -1 }
  return {
    userId,
    kind: 'vod',
    subjectId: titleId,
    replyTo: parentId === 0 || parentId === oldId ? null : replyTo,
    content,
    state: text(row, 'comment_status') === '1' && found === '' ? 'shown' : 'held',
    found,
    createdSec: sec(row, 'comment_time') || nowSec,
    up: int(row, 'comment_up'),
    down: int(row, 'comment_down'),
  }
}

const modes: Readonly<Record<string, DanmakuRecord['mode']>> = { '0': 'scroll', '1': 'top', '2': 'bottom' }

function toDanmaku(row: SourceRow): DanmakuRecord | null {
  const atMs = Math.round(Number.parseFloat(text(row, 'danmaku_time')) * 1000)
  const content = cleanDanmakuText(text(row, 'danmaku_text'))
  if (!Number.isFinite(atMs) || atMs < 0 || content === '') return null
  const color = /^#?([\da-f]{6})$/i.exec(text(row, 'danmaku_color').trim())?.[1] ?? 'ffffff'
  return {
    atMs,
    mode: modes[text(row, 'danmaku_type')] ?? 'scroll',
    color: Number.parseInt(color, 16),
    size: 25,
    text: content,
    sender: '',
    sentSec: sec(row, 'danmaku_send_time'),
    id: '',
  }
}

/** Takes danmaku. Sources of a title share a pool: episodes are counted in each of them from 1. */
export const takeDanmaku = (run: MigrationRun) =>
  runTable(run, 'danmaku', danmakuPlan, async (rows, tally) => {
    const { parts, dry } = run
    const titles = await idsOf(
      run,
      'title',
      rows.map(({ row }) => number(row, 'vod_id')),
    )
    const pools = new Map<string, { id: number; level: number; records: DanmakuRecord[] }>()
    const taken: FreshRow[] = []
    for (const fresh of rows) {
      const { row } = fresh
      const id = titles.get(number(row, 'vod_id'))
      const record = toDanmaku(row)
      if (text(row, 'danmaku_status') === '0') tally.refuse('unpublished')
      else if (id === undefined) tally.refuse('noTitle')
      else if (!record) tally.refuse('noText')
      else {
        tally.took(fresh)
        taken.push(fresh)
        const level = Math.max(1, int(row, 'vod_nid'))
        const pool = pools.get(`${id} ${level}`) ?? { id, level, records: [] }
        pool.records.push(record)
        pools.set(`${id} ${level}`, pool)
      }
    }
    if (dry) return
    // A pool that was written before a kill is not written again: its danmaku are known by their content.
    for (const { records, ...pool } of pools.values()) await parts.texts.saveDanmaku(pool, records)
    await parts.inTransaction((tx) =>
      rememberIn(
        tx,
        'danmaku',
        taken.map((fresh) => entryOf(fresh, null)),
      ),
    )
  })

/** The addresses of a channel, which are written as those of a title are: `name$address#name$address`. */
const addressesOf = (value: string): string[] =>
  readPlayStrings({ from: '', url: value }).groups.flatMap(({ episodes }) =>
    episodes.map(({ address }) => address).filter((address) => /^https?:\/\//i.test(address)),
  )

/** Takes channels. Those of a name that the station has are merged with it. */
export const takeChannels = (run: MigrationRun) =>
  runTable(run, 'channel', livePlan, async (rows, tally) => {
    const { parts, dry } = run
    for (const fresh of rows) {
      const { row } = fresh
      const name = text(row, 'live_name').trim()
      const addresses = addressesOf(text(row, 'live_url'))
      if (text(row, 'live_status') === '0') tally.refuse('unpublished')
      else if (name === '') tally.refuse('noName')
      else if (addresses.length === 0) tally.refuse('noAddress')
      else {
        const id = dry ? 0 : await parts.channels.save({ name, group: '', addresses })
        if (id === null) {
          tally.refuse('noAddress')
          continue
        }
        tally.took(fresh)
        if (dry) continue
        const slug = text(row, 'live_en').trim().toLowerCase().slice(0, 100)
        await parts.inTransaction((tx) => rememberIn(tx, 'channel', [entryOf(fresh, id, { slug })]))
      }
    }
  })
