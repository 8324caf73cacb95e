import { redirect } from 'react-router'

/** Any unmatched address goes home. */
export function loader() {
  return redirect('/')
}

export const clientLoader = loader

export default function UnmatchedRoute() {
  return null
}
