import { redirect } from 'react-router'
import { profileUrl } from '../../lib/urls.ts'

export function loader() {
  return redirect(profileUrl)
}

export const clientLoader = loader

export default function UserIndexRoute() {
  return null
}
