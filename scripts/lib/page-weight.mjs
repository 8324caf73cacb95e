import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * @typedef {{ id: string, parentId?: string, path?: string, index?: boolean, module: string, imports: string[] }} Route
 * @typedef {{ entry: { module: string, imports: string[] }, routes: Record<string, Route> }} Manifest React Router's
 *   list of what the browser loads for each route
 */

/** @param {Route | undefined} route @param {Record<string, Route>} routes @returns {Route[]} */
function withParents(route, routes) {
  return route ? [route, ...withParents(routes[route.parentId ?? ''], routes)] : []
}

/**
 * The scripts that the home page loads before its first paint: the entry, and the modules of its route and the layouts
 * around it.
 * @param {Manifest} manifest
 * @returns {string[]}
 */
export function homeScriptsOf({ entry, routes }) {
  const chains = Object.values(routes)
    .filter(({ index }) => index)
    .map((route) => withParents(route, routes))
  const home = chains.find((chain) => chain.every((route) => !route.path))
  if (!home) throw new Error('the manifest has no route for /')
  const scripts = [entry, ...home].flatMap(({ module, imports }) => [module, ...imports])
  return [...new Set(scripts)].sort()
}

/**
 * The bytes of those scripts, each compressed with gzip as it goes over the wire.
 * @param {string} clientDir the browser's half of the web build
 */
export function homeScriptBytes(clientDir) {
  const assets = path.join(clientDir, 'assets')
  const manifestFile = readdirSync(assets).find((name) => /^manifest-.+\.js$/.test(name))
  if (manifestFile === undefined) throw new Error(`${assets} has no manifest`)
  const text = readFileSync(path.join(assets, manifestFile), 'utf8')
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  return homeScriptsOf(manifest).reduce(
    (sum, script) => sum + gzipSync(readFileSync(path.join(clientDir, script))).length,
    0,
  )
}
