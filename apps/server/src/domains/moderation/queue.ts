import type { QueueItem, TextKind } from '@yunmu/contract'
import type { ModeratedText, ModerationParts } from './moderation-needs.ts'
import type { Reported } from './report-store.ts'

type QueueNeeds = Pick<ModerationParts, 'people' | 'reports' | 'subjects' | 'texts'>

/** No operator reads more in one go; what is behind comes up as the queue is worked off. */
const mostWaiting = 1000

type Waiting = Reported & { text: ModeratedText }

const unreported = { reports: 0, reasons: [] }

const kinds: readonly TextKind[] = ['comment', 'danmaku']

/** What is reported and there. Reports of what its authors took back are settled, or they would stand before the others. */
async function reportedOf({ reports, texts }: QueueNeeds): Promise<Reported[]> {
  for (;;) {
    const reported = await reports.open(mostWaiting)
    const there = new Set<string>()
    for (const kind of kinds) {
      const ids = reported.filter((each) => each.kind === kind).map(({ id }) => id)
      if (ids.length === 0) continue
      for (const { id } of await texts[kind].find(ids)) there.add(`${kind} ${id}`)
      const gone = ids.filter((id) => !there.has(`${kind} ${id}`))
      if (gone.length > 0) await reports.settle(kind, gone)
    }
    if (there.size === reported.length || reported.length < mostWaiting)
      return reported.filter(({ kind, id }) => there.has(`${kind} ${id}`))
  }
}

/** What is reported, the most reported first, then what the rules hold, the oldest first. */
async function waitingOf(needs: QueueNeeds): Promise<Waiting[]> {
  const { texts } = needs
  const reported = await reportedOf(needs)
  const ofKind = async (kind: TextKind): Promise<Waiting[]> => {
    const known = new Map(reported.filter((each) => each.kind === kind).map((each) => [each.id, each]))
    const ids = new Set([...known.keys(), ...(await texts[kind].held(mostWaiting))])
    const found = ids.size === 0 ? [] : await texts[kind].find([...ids])
    return found.map((text) => ({ ...unreported, kind, id: text.id, ...known.get(text.id), text }))
  }
  const waiting = (await Promise.all(kinds.map(ofKind))).flat()
  return waiting.toSorted((a, b) => b.reports - a.reports || a.text.createdAt - b.text.createdAt)
}

/** A page of what waits for an operator's look, and how much waits. */
export async function queueOf(
  needs: QueueNeeds,
  { offset, limit }: { offset: number; limit: number },
  nowSec: number,
): Promise<{ list: QueueItem[]; total: number }> {
  const waiting = await waitingOf(needs)
  const page = waiting.slice(offset, offset + limit)
  const [people, nameOf] = await Promise.all([
    needs.people([...new Set(page.flatMap(({ text }) => text.userId ?? []))], nowSec),
    namesOf(needs, page, nowSec),
  ])
  const list = page.map(({ kind, id, reports, reasons, text }) => ({
    kind,
    id,
    state: text.state,
    text: text.text,
    createTime: text.createdAt,
    userId: text.userId ?? 0,
    userNickName: people.get(text.userId ?? 0)?.nickname ?? '',
    place: {
      ...text.place,
      name: nameOf(text),
    },
    found: text.found,
    reports,
    reasons,
  }))
  return { list, total: waiting.length }
}

/** The names of what texts stand under, each kind in one batch; empty for what is gone. */
async function namesOf(
  { subjects }: Pick<QueueNeeds, 'subjects'>,
  waiting: readonly Waiting[],
  nowSec: number,
): Promise<(text: ModeratedText) => string> {
  const places = Map.groupBy(
    waiting.map(({ text }) => text.place),
    ({ kind }) => kind,
  )
  const found = new Map(
    await Promise.all(
      [...places].map(async ([kind, those]) => {
        const ids = [...new Set(those.map(({ id }) => id))]
        return [kind, await subjects[kind](ids, nowSec)] as const
      }),
    ),
  )
  return ({ place }) => found.get(place.kind)?.get(place.id)?.name ?? ''
}
