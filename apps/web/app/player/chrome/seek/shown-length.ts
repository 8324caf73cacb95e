import { useChrome, usePlayerState } from '../chrome-context.ts'

/** Length of the seek bar, in seconds: of what plays, or rounded up where its length is not to be told. */
export function useShownLength(): number {
  const { chapters } = useChrome()
  const durationSec = usePlayerState((state) => state.durationSec)
  return shownLength(durationSec, chapters?.lengthStepSec)
}

export const shownLength = (durationSec: number, stepSec = 0): number =>
  stepSec > 0 ? Math.ceil(durationSec / stepSec) * stepSec : durationSec
