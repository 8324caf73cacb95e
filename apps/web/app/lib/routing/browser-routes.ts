import { matchRoutes, redirectDocument, type LoaderFunction, type RouteObject } from 'react-router'
import { addSheet } from './route-sheets.ts'
import {
  renderedPartsOf,
  routeTree,
  type ManifestRoute,
  type RouteDefinition,
  type RouteModule,
} from './route-tree.tsx'

function loaderOf({ hasLoader }: ManifestRoute, { clientLoader }: RouteModule): LoaderFunction | undefined {
  if (clientLoader) return (args) => clientLoader({ ...args, serverLoader: noServerLoader })
  // Only the server can load it: the root, if it failed, and the address of the icon.
  return hasLoader ? ({ request }) => redirectDocument(request.url) : undefined
}

const noServerLoader = (): Promise<never> =>
  Promise.reject(new Error('serverLoader() was called: loaders in the browser make calls of the contract instead'))

function definitionOf(route: ManifestRoute, module: RouteModule): RouteDefinition {
  const { shouldRevalidate } = module
  const loader = loaderOf(route, module)
  return { ...renderedPartsOf(module), ...(loader && { loader }), ...(shouldRevalidate && { shouldRevalidate }) }
}

async function importRoute({ module }: ManifestRoute): Promise<RouteModule> {
  return import(/* @vite-ignore */ module)
}

/** Loads the document that is navigated to, once the station is reachable: until then the viewer keeps the page. */
const loadDocument: LoaderFunction = async ({ request }) => {
  // Usually loaded already, by the parts over the pages. A build that lacks it as well has been replaced.
  await import('../calls/when-reachable.ts').then(
    ({ stationReachable }) => stationReachable(request.signal),
    () => undefined,
  )
  return redirectDocument(request.url)
}

/** Loads a route on navigation, with its style sheets. */
async function loadRoute(route: ManifestRoute): Promise<RouteDefinition> {
  try {
    const [module] = await Promise.all([importRoute(route), ...(route.css ?? []).map(addSheet)])
    return definitionOf(route, module)
  } catch (err) {
    // After an update of the site the files of the previous build are gone.
    reportError(err)
    return { loader: loadDocument }
  }
}

/** The routes for the browser's router: those of the current page are loaded, the others load on navigation. */
export async function loadBrowserRoutes(manifest: readonly ManifestRoute[]): Promise<RouteObject[]> {
  const routes = routeTree(manifest, (route) => ({ lazy: () => loadRoute(route) }))
  const matches = matchRoutes(routes, location) ?? []
  const byId = new Map(manifest.map((route) => [route.id, route]))
  await Promise.all(
    matches.map(async ({ route }) => {
      const entry = byId.get(route.id ?? '')
      if (!entry) return
      const module = await importRoute(entry)
      const { clientMiddleware: middleware } = module
      Object.assign(route, definitionOf(entry, module), { lazy: undefined, ...(middleware && { middleware }) })
    }),
  )
  return routes
}
