import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * @typedef {{ id: string, parentId?: string, path?: string, index?: boolean, module: string, imports: string[] }} Route
 * @typedef {{ entry: { module: string, imports: string[] }, routes: Record<string, Route>, url: string }} Manifest React Router's
 *   list of what the browser loads for each route
 */

/** @param {Route | undefined} route @param {Record<string, Route>} routes @returns {Route[]} */
function withParents(route, routes) {
  return route ? [route, ...withParents(routes[route.parentId ?? ''], routes)] : []
}

/**
 * The scripts that the home page loads before it is interactive: the manifest, the entry, and the modules of its route and
 * the layouts around it.
 * @param {Manifest} manifest
 * @returns {string[]}
 */
export function homeScriptsOf({ entry, routes, url }) {
  const chains = Object.values(routes)
    .filter(({ index }) => index)
    .map((route) => withParents(route, routes))
  const home = chains.find((chain) => chain.every((route) => !route.path))
  if (!home) throw new Error('the manifest has no route for /')
  const scripts = [entry, ...home].flatMap(({ module, imports }) => [module, ...imports])
  return [...new Set([url, ...scripts])].sort()
}

/** Bytes of a file as it is sent to a browser that reads gzip. @param {string} file */
const sentBytes = (file) => statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size

/**
 * The bytes of those scripts, as they go over the wire.
 * @param {string} buildDir the web build
 */
export function homeScriptBytes(buildDir) {
  const text = readFileSync(path.join(buildDir, 'manifest.js'), 'utf8')
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  return homeScriptsOf(manifest).reduce((sum, script) => sum + sentBytes(path.join(buildDir, 'client', script)), 0)
}
