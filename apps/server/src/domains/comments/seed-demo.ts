import type { SubjectRef } from '../../platform/subjects.ts'
import { commentsChanged } from './comments-events.ts'
import type { CommentsParts } from './comments-needs.ts'
import type { ThreadToAdd } from './writer-store.ts'

/** Threads of the demonstration programme's users about a title or match. */
export interface DemoThreads {
  subject: SubjectRef
  threads: readonly ThreadToAdd[]
}

type DemoParts = Pick<CommentsParts, 'events' | 'writer'>

/** Adds threads of the demonstration programme's users, except those that exist already. */
export async function seedDemo(parts: DemoParts, all: readonly DemoThreads[]): Promise<void> {
  for (const { subject, threads } of all) {
    const { kind, id } = subject
    const added = await parts.writer.addThreads({ kind, subjectId: id }, threads)
    if (added > 0) parts.events.announce(commentsChanged, { kind, id })
  }
}
