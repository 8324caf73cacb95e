import { createStationLimit } from '../../platform/http/station-limit.ts'
import type { WorkerChannel } from '../../platform/process/worker-channel.ts'

/** More than anybody can read and judge. */
const limit = { points: 40, perSec: 60 }

/** Whether a user may judge one more comment now. Counted over all web workers. */
export function createThumbLimit(channel: WorkerChannel): (userId: number) => Promise<boolean> {
  const mayJudge = createStationLimit(channel, 'comments.thumb', limit)
  return (userId) => mayJudge(String(userId))
}
