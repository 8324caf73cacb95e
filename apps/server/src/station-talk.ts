import type { Catalog } from './domains/catalog/index.ts'
import { createComments, type Comments, type CommentsNeeds, type CommentsTables } from './domains/comments/index.ts'
import { createMessages, type Messages, type MessagesTables } from './domains/messages/index.ts'
import type { Ground, LiveKnown } from './station.ts'

/** What people say to each other, and what they are told of it. */
export function talkOf(
  { db, events, clock }: Ground,
  catalog: Pick<Catalog, 'titles'>,
  live: LiveKnown,
  authors: CommentsNeeds['authors'],
): { comments: Comments; messages: Messages } {
  const subjects = subjectsOf(catalog, live)
  return {
    comments: createComments(db.withTables<CommentsTables>(), { clock, authors, subjects }),
    messages: createMessages(db.withTables<MessagesTables>(), { clock, events, subjects, people: authors }),
  }
}

/** What one can talk about. */
const subjectsOf = (
  { titles }: Pick<Catalog, 'titles'>,
  { channels, matches }: LiveKnown,
): CommentsNeeds['subjects'] => ({
  async vod(ids, nowSec) {
    const cards = await titles.cards(ids, nowSec)
    return new Map(cards.map(({ id, pidId, name, img }) => [id, { pidId, types: '', name, img }]))
  },
  async live(ids, nowSec) {
    const found = await channels.channelsByIds(ids, nowSec)
    return new Map(found.map(({ id, types, name, img }) => [id, { pidId: 0, types, name, img }]))
  },
  async match(ids) {
    const found = await matches.known(ids)
    return new Map([...found].map(([id, { name }]) => [id, { pidId: 0, types: '', name, img: '' }]))
  },
})
