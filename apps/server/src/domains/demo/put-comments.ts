import type { CommentToPut, DemoNeeds } from './demo-needs.ts'
import { demoComments, demoViewers, type DemoComment, type DemoViewer } from './programme/comments.ts'

const hourSec = 3600
/** They have been here for a while. */
const joinedHoursAgo = 24 * 200

/** Lets the programme's viewers write, where they have not written yet. */
export async function putComments(
  { people, comments }: Pick<DemoNeeds, 'people' | 'comments'>,
  titleIds: ReadonlyMap<string, number>,
  nowSec: number,
): Promise<void> {
  const names = new Map<string, string>(Object.entries(demoViewers))
  const ids = await people.seed(names, nowSec - joinedHoursAgo * hourSec)
  const idsOf = (viewers: readonly DemoViewer[]): number[] => viewers.flatMap((viewer) => ids.get(viewer) ?? [])
  const commentOf = ({ by, text, hoursAgo, likedBy = [], answers = [] }: DemoComment): CommentToPut[] =>
    idsOf([by]).map((userId) => ({
      userId,
      text,
      createdSec: nowSec - hoursAgo * hourSec,
      likedBy: idsOf(likedBy),
      answers: answers.flatMap(commentOf),
    }))
  const all = Object.entries(demoComments).map(([slug, list]) => ({
    titleId: titleIds.get(slug),
    comments: list.flatMap(commentOf),
  }))
  await comments.seed(
    all.flatMap(({ titleId, comments: list }) => (titleId === undefined ? [] : [{ titleId, comments: list }])),
  )
}
