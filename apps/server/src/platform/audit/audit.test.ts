import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { appendAudit, createAudit, readMoved, saveMoved, undoForSec, type UndoableAct } from './audit.ts'

const { db, pool } = await createTestDatabase()
await pool.query('create table lamp (id int primary key, state jsonb)')
const nowSec = 1_700_000_000
let atSec = nowSec
let restored = 0
beforeEach(async () => {
  atSec = nowSec
  restored = 0
  await pool.query('truncate lamp, audit_entry, audit_moved restart identity')
})

const lampAct: UndoableAct = {
  domain: 'lamps',
  act: 'lamp set',
  async current(tx, { subject }) {
    const { rows } = await sql<{ state: unknown }>`
      select state from lamp where id = ${Number(subject)} for update`.execute(tx)
    return rows[0]?.state ?? null
  },
  async restore(tx, { subject, before }) {
    await sql`update lamp set state = ${JSON.stringify(before)}::jsonb where id = ${Number(subject)}`.execute(tx)
    return () => void restored++
  },
}
const audit = createAudit({ db, clock: { nowMs: () => atSec * 1000 } }, [lampAct])

interface Lamp {
  on: boolean
  colour?: string
}

/** Sets a lamp, as an operator does. */
const set = (id: number, after: Lamp, given: { act?: string; undoUntilSec?: number } = {}): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ state: unknown }>`select state from lamp where id = ${id}`.execute(tx)
    await sql`
      insert into lamp values (${id}, ${JSON.stringify(after)}::jsonb)
      on conflict (id) do update set state = excluded.state`.execute(tx)
    const what = { domain: 'lamps', act: 'lamp set', subject: `${id}`, actor: 'operator', atSec }
    return appendAudit(tx, { ...what, before: rows[0]?.state, after, undoUntilSec: atSec + undoForSec, ...given })
  })
const lamp = async (id: number): Promise<unknown> =>
  (await pool.query('select state from lamp where id = $1', [id])).rows[0]?.state

test('what is not there, has no way back, or is too old is not undone', async () => {
  expect(await audit.undo(7, 'operator')).toBe('NoSuchEntry')
  expect(await audit.undo(await set(1, { on: true }, { act: 'lamp broken' }), 'operator')).toBe('CannotBeUndone')
  const late = await set(1, { on: false }, { undoUntilSec: nowSec + 10 })
  atSec += 10
  expect([await audit.undo(late, 'operator'), await lamp(1)]).toEqual(['TooLateToUndo', { on: false }])
})

test('what has been changed since is not undone, until it is again what the act made of it', async () => {
  await set(1, { on: false })
  const first = await set(1, { on: true, colour: '红' })
  const second = await set(1, { colour: '蓝', on: true })
  expect([await audit.undo(first, 'operator'), await lamp(1)]).toEqual(['ChangedSince', { on: true, colour: '蓝' }])
  expect(restored).toBe(0)
  await audit.undo(second, 'operator')
  expect(await audit.undo(first, 'operator')).toMatchObject({ entryId: expect.any(Number) })
  expect([await lamp(1), restored]).toEqual([{ on: false }, 2])
})

test('an undo is in the log, happens once however often it is asked for, and can be undone', async () => {
  await set(1, { on: false })
  const id = await set(1, { on: true })
  const answers = await Promise.all(Array.from({ length: 4 }, () => audit.undo(id, 'mei')))
  expect(answers.filter((answer) => answer === 'UndoneAlready')).toHaveLength(3)
  const [undo, original] = await audit.find({ domain: 'lamps', subject: '1' }, 2)
  expect(undo).toMatchObject({ actor: 'mei', act: 'lamp set', before: { on: true }, after: { on: false } })
  expect(original).toMatchObject({ id, undoneBy: undo?.id })
  expect([await lamp(1), await audit.undo(undo?.id ?? 0, 'mei'), await lamp(1)]).toMatchObject([
    { on: false },
    {},
    { on: true },
  ])
})

test('entries are found by domain, act, subject, actor and time, the newest first, page by page', async () => {
  for (let at = 0; at < 6; at++) {
    await set(at % 2, { on: true })
    atSec++
  }
  const ids = async (...query: Parameters<typeof audit.find>): Promise<number[]> =>
    (await audit.find(...query)).map(({ id }) => id)
  expect(await ids({}, 4)).toEqual([6, 5, 4, 3])
  expect(await ids({ beforeId: 3 }, 4)).toEqual([2, 1])
  expect(await ids({ domain: 'lamps', act: 'lamp set', actor: 'operator', subject: '1' }, 9)).toEqual([6, 4, 2])
  expect(await ids({ fromSec: nowSec + 1, toSec: nowSec + 3 }, 9)).toEqual([3, 2])
  expect(await ids({ actor: 'nobody' }, 9)).toEqual([])
  expect(await ids({ domain: 'vip' }, 9)).toEqual([])
})

test('an entry of a transaction that is rolled back does not exist', async () => {
  const failing = db.transaction().execute(async (tx) => {
    const what = { domain: 'lamps', act: 'lamp set', subject: '1', actor: 'operator', atSec }
    await appendAudit(tx, { ...what, before: null, after: null })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await audit.find({}, 1)).toEqual([])
})

test('what an act moved is stored in parts of bounded size, and goes with its entry', async () => {
  const entryId = await set(1, { on: true })
  const moved = { library: { favourite: [3, 1] }, danmaku: { danmaku: Array.from({ length: 12_001 }, (_, at) => at) } }
  await db.transaction().execute((tx) => saveMoved(tx, entryId, moved))
  const { rows } = await pool.query('select place, cardinality(ids) as count from audit_moved order by place, part')
  expect(rows).toEqual([
    { place: 'danmaku', count: 5000 },
    { place: 'danmaku', count: 5000 },
    { place: 'danmaku', count: 2001 },
    { place: 'favourite', count: 2 },
  ])
  expect(await db.transaction().execute((tx) => readMoved(tx, entryId))).toEqual(moved)
  await pool.query('delete from audit_entry')
  expect((await pool.query('select from audit_moved')).rowCount).toBe(0)
})
