import { maxId, type CommentKind, type TextState } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { commentsChanged } from './comments-events.ts'
import type { CommentsParts } from './comments-needs.ts'
import type { CommentsTables } from './comments-tables.ts'
import { notifyOfReply } from './notify-authors.ts'
import { createTextStore, type CommentText } from './text-store.ts'
import type { ChangedComment } from './writer-store.ts'

/** Comments for moderation. */
export interface CommentTexts {
  /** Those of these that exist, shown or held. */
  find(ids: readonly string[]): Promise<CommentText[]>
  /** Ids of held comments, oldest first. */
  held(limit: number): Promise<string[]>
  /** Shows, holds or removes comments. Returns the ids of those that changed. */
  setState(ids: readonly string[], state: TextState): Promise<string[]>
}

/** Ids above `maxId` cannot exist and would overflow the column. */
const toNumericIds = (ids: readonly string[]): number[] => ids.map(Number).filter((id) => id <= maxId)

function announceChanged({ events }: Pick<CommentsParts, 'events'>, changed: readonly ChangedComment[]): void {
  const places = new Map<string, { kind: CommentKind; id: number }>(
    changed.map(({ kind, subjectId }) => [`${kind} ${subjectId}`, { kind, id: subjectId }]),
  )
  for (const place of places.values()) events.announce(commentsChanged, place)
}

/** Announces removed comments and removes their notifications. */
export async function announceRemoved(
  parts: Pick<CommentsParts, 'events' | 'retract'>,
  removed: readonly ChangedComment[],
): Promise<void> {
  announceChanged(parts, removed)
  await parts.retract(
    removed.map(({ id }) => id),
    'deleted',
  )
}

export function createCommentTexts(db: Kysely<CommentsTables>, parts: CommentsParts): CommentTexts {
  const store = createTextStore(db)
  const { writer } = parts
  return {
    find: (ids) => store.find(toNumericIds(ids)),
    held: store.held,
    async setState(textIds, state) {
      const ids = toNumericIds(textIds)
      const changed = state === 'removed' ? await writer.remove(ids) : await writer.setState(ids, state)
      if (state === 'removed') await announceRemoved(parts, changed)
      else announceChanged(parts, changed)
      if (state === 'held')
        await parts.retract(
          changed.map(({ id }) => id),
          'held',
        )
      if (state === 'shown') for (const comment of changed) await notifyOfReply(parts, comment)
      return changed.map(({ id }) => String(id))
    },
  }
}
