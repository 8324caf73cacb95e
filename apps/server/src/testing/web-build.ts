import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atFileEnd } from './at-file-end.ts'

/** The server part of a web build that answers every address with the same page. */
export const onePage = `
export const renderPage = async () => ({ status: 200, location: null, cookie: null, html: [{ text: '<html>a page</html>', isShared: false }] })
`

/**
 * Writes a web build to a temporary folder, which is deleted after the test file.
 * @param server the script of its server part, which exports `renderPage`
 * @param assets files by name
 */
export async function createWebBuild(server: string, assets: Record<string, string | Buffer> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-web-'))
  atFileEnd(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'client/assets'), { recursive: true })
  await mkdir(join(folder, 'server'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'server/index.js'), server)
  for (const [name, content] of Object.entries(assets)) await writeFile(join(folder, 'client/assets', name), content)
  return folder
}
