import { leaveGraceDays } from '@yunmu/contract'

/** When an account would go that is asked to be deleted now, Unix seconds. */
export const leavingSec = (nowSec: number): number => nowSec + leaveGraceDays * 86_400
