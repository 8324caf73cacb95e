import type { EntryContext, RouteObject } from 'react-router'

/** Of a route in the manifest of the build, what the browser is sent: see `slim-manifest.ts`. */
export type ManifestRoute = Pick<BuiltRoute, 'id' | 'parentId' | 'path' | 'index' | 'module' | 'css'> &
  Partial<Pick<BuiltRoute, 'hasLoader'>>

type BuiltRoute = NonNullable<EntryContext['manifest']['routes'][string]>

/** What a route's file exports. */
export type RouteModule = NonNullable<EntryContext['routeModules'][string]>

/** What a route does, without its place in the structure. */
export type RouteDefinition = Pick<
  RouteObject,
  'Component' | 'ErrorBoundary' | 'element' | 'errorElement' | 'handle' | 'loader' | 'shouldRevalidate'
>

/** The router's routes: their structure from the build's manifest, the rest from `define`. */
export function routeTree(
  routes: readonly ManifestRoute[],
  define: (route: ManifestRoute) => RouteDefinition & Pick<RouteObject, 'lazy'>,
  parent?: string,
): RouteObject[] {
  return routes
    .filter(({ parentId }) => parentId === parent)
    .map((route) => {
      const { id, path, index } = route
      const own = { ...define(route), id, ...(path !== undefined && { path }) }
      return index ? { ...own, index } : { ...own, children: routeTree(routes, define, id) }
    })
}

/**
 * Keeps one route of each level, from the root down: the one with this level's id. Where no route has the id, all routes of
 * that level are kept.
 */
export function branchOf(routes: readonly RouteObject[], ids: readonly string[]): RouteObject[] {
  const [id, ...below] = ids
  const route = routes.find((each) => each.id === id)
  if (!route) return [...routes]
  return [route.index || below.length === 0 ? route : { ...route, children: branchOf(route.children ?? [], below) }]
}

/**
 * The part of a route's definition that is rendered. It must be the same on the server and in the browser, because
 * hydration compares the results.
 */
export function renderedPartsOf({ default: Component, ErrorBoundary, Layout, handle }: RouteModule): RouteDefinition {
  // The document of a player is rendered by what its route says of itself.
  if (!Layout) return { Component, handle, ...(ErrorBoundary && { ErrorBoundary }) }
  // The root renders the document, around errors too.
  return {
    element: <Layout>{<Component />}</Layout>,
    handle,
    ...(ErrorBoundary && { errorElement: <Layout>{<ErrorBoundary />}</Layout> }),
  }
}
