import { commentsChanged } from './comments-events.ts'
import type { CommentsParts } from './comments-needs.ts'
import type { ThreadToAdd } from './writer-store.ts'

/** Threads of the demonstration programme's users about a title. */
export interface DemoThreads {
  titleId: number
  threads: readonly ThreadToAdd[]
}

type DemoParts = Pick<CommentsParts, 'events' | 'writer'>

/** Adds threads of the demonstration programme's users, except those that exist already. */
export async function seedDemo(parts: DemoParts, all: readonly DemoThreads[]): Promise<void> {
  for (const { titleId, threads } of all) {
    const added = await parts.writer.addThreads({ kind: 'vod', subjectId: titleId }, threads)
    if (added > 0) parts.events.announce(commentsChanged, { kind: 'vod', id: titleId })
  }
}
