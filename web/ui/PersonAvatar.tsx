import { Avatar } from '@mantine/core';

type PersonAvatarProps = { name: string; url: string | null; size: number };

/** A person's picture or initials. Decorative: the name is next to it or in a label. */
export function PersonAvatar({ name, url, size }: PersonAvatarProps) {
  return <Avatar src={url} name={name} color="brand" size={size} radius="xl" alt="" aria-hidden />;
}
