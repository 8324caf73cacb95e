/** An account that is to be deleted can be kept for so long. */
const graceDays = 30

/** When an account would go that is asked to be deleted now, Unix seconds. */
export const leavingSec = (nowSec: number): number => nowSec + graceDays * 86_400
