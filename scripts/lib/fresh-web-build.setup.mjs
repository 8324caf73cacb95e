import { isWebBuildFresh } from './web-build.mjs'

/** Refuses end-to-end tests of an outdated build, which would pass or fail for code that is not there any more. */
export function setup() {
  if (!isWebBuildFresh())
    throw new Error('apps/web/build is older than its sources: run npm test -- <part>, which builds them')
}
