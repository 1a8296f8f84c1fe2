import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router-dom'
import { queries } from './queries.ts'

/** The query cache for the pages below; it comes with the first of them, so that the sign-in page does without. */
export default function Queries() {
  return (
    <QueryClientProvider client={queries}>
      <Outlet />
    </QueryClientProvider>
  )
}
