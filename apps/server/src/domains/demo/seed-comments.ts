import { type DemoComment, demoComments, type DemoViewer, demoViewers } from '@yunmu/demo'
import type { CommentToSave, DemoParts } from './demo-needs.ts'

const hourSec = 3600
/** Age of the viewers' accounts. */
const joinedHoursAgo = 24 * 200

/** Creates the programme's viewers and their comments, unless they exist already. */
export async function seedComments(
  { people, comments }: Pick<DemoParts, 'people' | 'comments'>,
  titleIds: ReadonlyMap<string, number>,
  nowSec: number,
): Promise<void> {
  const names = new Map<string, string>(Object.entries(demoViewers))
  const ids = await people.seed(names, nowSec - joinedHoursAgo * hourSec)
  const idsOf = (viewers: readonly DemoViewer[]): number[] => viewers.flatMap((viewer) => ids.get(viewer) ?? [])
  const commentOf = ({ by, text, hoursAgo, likedBy = [], answers = [] }: DemoComment): CommentToSave[] =>
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
