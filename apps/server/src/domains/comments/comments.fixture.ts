import { aChannel, aMatch, knowsLive } from '../../testing/live.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'

export async function buildCommentsStation() {
  const live = knowsLive([aChannel({ id: 7, name: '云幕一套', img: '/media/logo/7' })], [aMatch({ id: 3 })])
  /** A station with a title, a channel and a match that can be commented on. */
  const t = await buildTestApp({}, { live })
  const { id: titleId } = await t.station.catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), 1)
  return { t, titleId }
}
