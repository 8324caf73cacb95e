import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

const Secrets = z.object({
  /** Encrypts replies and signs requests. Public, because every page contains it. */
  siteKey: z.string().check(z.minLength(32)),
  /** Signs session tokens. */
  tokenKey: z.string().check(z.minLength(32)),
  /** Signs media addresses. */
  mediaKey: z.string().check(z.minLength(32)),
})
export type Secrets = z.output<typeof Secrets>

/**
 * The station's keys, generated at the first start and stored in the data folder, readable by the owner only. Of
 * concurrent processes the first to link the file wins, and all use it.
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json')
  const read = async (): Promise<Secrets> => Secrets.parse(JSON.parse(await readFile(file, 'utf8')))
  try {
    return await read()
  } catch (err) {
    if (!(err instanceof Error && 'code' in err && err.code === 'ENOENT')) throw err
  }
  await mkdir(dataDir, { recursive: true })
  const fresh = () => randomBytes(32).toString('base64url')
  const draft = `${file}.${process.pid}`
  await writeFile(draft, JSON.stringify({ siteKey: fresh(), tokenKey: fresh(), mediaKey: fresh() }), { mode: 0o600 })
  await link(draft, file).catch(() => {})
  await rm(draft)
  return await read()
}
