import { UsageError } from './command-context.ts'

export { commandLineActor } from '../platform/audit/audit.ts'

/** Messages for refused corrections. */
const messages: Readonly<Record<string, string>> = {
  NoSuchTitle: '没有这部影片。用 title find 查编号。',
  NoSuchCategory: '没有这个分类，或者它是隐藏的。用 category list 查编号。',
  TitleDeleted: '这部影片在回收站里，先用 title restore 找回。',
  TitleMerged: '这部影片已并入另一部，先撤销合并。',
  SameTitle: '不能并入它自己。',
  HasPassword: '它设了观看密码，移走后密码就不管用了。先用 lock clear 去掉，改完再设。',
  NoSuchLine: '没有这条线路。用 title show 或 channels show 看它有哪些。',
  NothingToSplit: '这样拆分，有一边会一集也没有。',
  NoSuchEpisode: '这条线路没有这一集。',
  PlaceTaken: '这个名称、频道号或这一集已经有了，先移走、改名或删除它。',
  NoSuchChannel: '没有这个频道。用 channels find 查编号。',
  LineHasPassword: '有线路设了观看密码，先用 lock clear 去掉，改好后再设。',
  LineScheduled: '这条线路播的是本站的节目，不能去掉，可以停用。',
  PictureInvalid: '取不到这张图片，或者它不是图片（JPEG、PNG、WebP）。',
  AddressInvalid: '这不是能录制的地址。',
  OrderIncomplete: '要把所有的都写上，每个一次。',
  NoSuchPerson: '没有影片写着这个人。',
  NothingChanged: '它已经是这样了，什么也没有改。',
}

/** @throws UsageError with the refusal's message */
export function correctedOrThrow<Done>(done: Done | string): Done {
  if (typeof done === 'string') throw new UsageError(messages[done] ?? done)
  return done
}

/** How to take a correction back. */
export const undoHint = ({ entryId }: { entryId: number }): string => `撤销：audit undo ${entryId}（30 天内）`

/** Prints what a correction did, and how to take it back. @throws UsageError if it was refused */
export function printCorrected<Done extends { entryId: number }>(
  print: (line: string) => void,
  done: Done | string,
  say: (done: Done) => string,
): undefined {
  const corrected = correctedOrThrow(done)
  print(say(corrected))
  print(undoHint(corrected))
}

/** A name of the operator's. @throws UsageError if it is empty or too long */
export function parseLine(text: string, of: string, max: number): string {
  const line = text.trim()
  if (line === '' || [...line].length > max || /\p{Cc}/u.test(line)) throw new UsageError(`${of}要 1 到 ${max} 个字。`)
  return line
}
