import type { playerTexts } from '../player-texts.ts'

/** Why nothing plays, for visitors. The code is left out where it is an internal name of the engine. */
export function failureReason(
  code: string,
  { hasOtherLine, isOffline, texts }: { hasOtherLine: boolean; isOffline: boolean; texts: (typeof playerTexts)['s'] },
): string {
  if (code.startsWith('N')) return texts.unsupported
  if (isOffline) return texts.failedNetwork
  // The line did respond: its picture could not be decoded.
  if (code.startsWith('M')) return hasOtherLine ? texts.failedPictureLine : texts.failedPicture
  return hasOtherLine ? texts.failedLine(code) : texts.failedReason(code)
}
