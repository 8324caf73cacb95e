import type { QueueItem, TextKind } from '@yunmu/contract'
import type { ModeratedText, ModerationParts } from './moderation-needs.ts'
import type { Reported } from './report-store.ts'

type QueueNeeds = Pick<ModerationParts, 'users' | 'reports' | 'subjects' | 'texts'>

/** More than an operator reads in one go; the rest follows as the queue shrinks. */
const maxQueued = 1000

type QueueEntry = Reported & { text: ModeratedText }

const unreported = { reports: 0, reasons: [] }

const kinds: readonly TextKind[] = ['comment', 'danmaku']

/** Open reports of existing texts. Reports of deleted texts are closed, because they would fill the queue's front. */
async function openReports({ reports, texts }: QueueNeeds): Promise<Reported[]> {
  for (;;) {
    const reported = await reports.open(maxQueued)
    const existing = new Set<string>()
    for (const kind of kinds) {
      const ids = reported.filter((each) => each.kind === kind).map(({ id }) => id)
      if (ids.length === 0) continue
      for (const { id } of await texts[kind].find(ids)) existing.add(`${kind} ${id}`)
      const deletedIds = ids.filter((id) => !existing.has(`${kind} ${id}`))
      if (deletedIds.length > 0) await reports.markReviewed(kind, deletedIds)
    }
    if (existing.size === reported.length || reported.length < maxQueued)
      return reported.filter(({ kind, id }) => existing.has(`${kind} ${id}`))
  }
}

/** Reported texts, most reported first, then texts held by the rules, oldest first. */
async function loadQueue(needs: QueueNeeds): Promise<QueueEntry[]> {
  const { texts } = needs
  const reported = await openReports(needs)
  const entriesOfKind = async (kind: TextKind): Promise<QueueEntry[]> => {
    const known = new Map(reported.filter((each) => each.kind === kind).map((each) => [each.id, each]))
    const ids = new Set([...known.keys(), ...(await texts[kind].held(maxQueued))])
    const found = ids.size === 0 ? [] : await texts[kind].find([...ids])
    return found.map((text) => ({ ...unreported, kind, id: text.id, ...known.get(text.id), text }))
  }
  const entries = (await Promise.all(kinds.map(entriesOfKind))).flat()
  return entries.toSorted((a, b) => b.reports - a.reports || a.text.createdAt - b.text.createdAt)
}

/** A page of the review queue, and the queue's length. */
export async function queuePage(
  needs: QueueNeeds,
  { offset, limit }: { offset: number; limit: number },
  nowSec: number,
): Promise<{ list: QueueItem[]; total: number }> {
  const entries = await loadQueue(needs)
  const page = entries.slice(offset, offset + limit)
  const [users, nameOf] = await Promise.all([
    needs.users([...new Set(page.flatMap(({ text }) => text.userId ?? []))], nowSec),
    loadSubjectNames(needs, page),
  ])
  const list = page.map(({ kind, id, reports, reasons, text }) => ({
    kind,
    id,
    state: text.state,
    text: text.text,
    createTime: text.createdAt,
    userId: text.userId ?? 0,
    userNickName: users.get(text.userId ?? 0)?.nickname ?? '',
    place: {
      ...text.place,
      name: nameOf(text),
    },
    found: text.found,
    reports,
    reasons,
  }))
  return { list, total: entries.length }
}

/** The names of the subjects that texts belong to, each kind in one batch; empty for deleted ones. */
async function loadSubjectNames(
  { subjects }: Pick<QueueNeeds, 'subjects'>,
  entries: readonly QueueEntry[],
): Promise<(text: ModeratedText) => string> {
  const places = Map.groupBy(
    entries.map(({ text }) => text.place),
    ({ kind }) => kind,
  )
  const found = new Map(
    await Promise.all(
      [...places].map(async ([kind, refs]) => {
        const ids = [...new Set(refs.map(({ id }) => id))]
        return [kind, await subjects.findVisible(kind, ids)] as const
      }),
    ),
  )
  return ({ place }) => found.get(place.kind)?.get(place.id)?.name ?? ''
}
