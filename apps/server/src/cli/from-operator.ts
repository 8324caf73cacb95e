import { maxId } from '@yunmu/contract/constants'
import { readFile } from 'node:fs/promises'
import { WrongUse, type CommandContext } from './command-context.ts'

/** What stands in a file that the operator named. Refuses with WrongUse what cannot be read. */
export async function readGiven({ pathOf }: CommandContext, file: string): Promise<Buffer> {
  try {
    return await readFile(pathOf(file))
  } catch (err) {
    throw new WrongUse(`读不了文件：${file}`, { cause: err })
  }
}

/** A number that something goes by, as the operator wrote it. Refuses with WrongUse what can be none. */
export function readId(text: string, of: string): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > maxId) throw new WrongUse(`没有编号为“${text}”的${of}。`)
  return Number(text)
}
