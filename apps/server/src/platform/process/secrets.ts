import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

const Secrets = z.object({
  /** Seals replies and signs requests. Public by nature: every page carries it. */
  siteKey: z.string().check(z.minLength(32)),
  /** Signs session tokens. */
  tokenKey: z.string().check(z.minLength(32)),
  /** Signs media addresses. */
  mediaKey: z.string().check(z.minLength(32)),
})
export type Secrets = z.output<typeof Secrets>

/**
 * The station's own keys, made at the first start and kept in the data folder, readable by the owner alone.
 * Two processes that start together agree: the first to put the file in its place wins.
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
