import { maxId } from '@yunmu/contract/constants'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { WrongUse } from './command-context.ts'

/** A file as the operator named it: npm runs us in the project's folder, and they are elsewhere. */
export const fromOperator = (file: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), file)

/** What stands in a file that the operator named. Refuses with WrongUse what cannot be read. */
export async function readGiven(file: string): Promise<Buffer> {
  try {
    return await readFile(fromOperator(file))
  } catch (err) {
    throw new WrongUse(`读不了文件：${file}`, { cause: err })
  }
}

/** A number that something goes by, as the operator wrote it. Refuses with WrongUse what can be none. */
export function readId(text: string, of: string): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > maxId) throw new WrongUse(`没有编号为“${text}”的${of}。`)
  return Number(text)
}
