import { Avatar } from '@mantine/core';

type PersonAvatarProps = { name: string; url: string | null; size: number };

/** A person's picture, or their initials. Decorative: the name stands beside it or in a label. */
export function PersonAvatar({ name, url, size }: PersonAvatarProps) {
  return <Avatar src={url} name={name} color="brand" size={size} radius="xl" alt="" aria-hidden />;
}
