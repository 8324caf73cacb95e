import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Fields of a route that the browser reads: see `ManifestRoute`. */
const fields = new Set(['id', 'parentId', 'path', 'index', 'module', 'css', 'hasLoader'])

/** The script that gives a page the routes of the site, from the script that React Router's build writes. What is false or empty is left out. */
export function routesScript(manifestScript: string): string {
  const json = /^window\.__reactRouterManifest=(\{.*\});$/s.exec(manifestScript)?.[1]
  if (json === undefined) throw new Error(`not a manifest of React Router: ${manifestScript.slice(0, 80)}`)
  const { routes }: { routes: Record<string, Record<string, unknown>> } = JSON.parse(json)
  const slim = Object.values(routes).map((route) =>
    Object.fromEntries(
      Object.entries(route).filter(([name, value]) => fields.has(name) && value !== false && !isEmptyList(value)),
    ),
  )
  return `window.siteRoutes=${JSON.stringify(slim)}`
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/**
 * Leaves only what the browser's router reads in the manifest that pages load: a third. The whole one is moved beside the
 * folder that is served, for the check of the page weight.
 */
export async function slimManifest(buildDir: string): Promise<void> {
  const assets = join(buildDir, 'client/assets')
  const [name, another] = (await readdir(assets)).filter((file) => /^manifest-.+\.js$/.test(file))
  if (name === undefined || another !== undefined) throw new Error(`${assets} must contain one manifest of the routes`)
  const whole = await readFile(join(assets, name), 'utf8')
  await writeFile(join(buildDir, 'manifest.js'), whole)
  await writeFile(join(assets, name), routesScript(whole))
}
