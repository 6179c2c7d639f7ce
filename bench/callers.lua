-- Sends the requests of a file, one a line: a cookie, a `Wallet-Form` header or nothing, an address for
-- `X-Forwarded-For` or nothing, and a JSON body or nothing. Without a body it posts an image, or, without an image, gets the path.
-- Arguments: the file, the path, and optionally the image's file.
local lines, image = {}, nil
local sent, path = 0, ''

function init(args)
  for line in io.lines(args[1]) do
    local cookie, form, from, body = line:match('^(.-)\t(.-)\t(.-)\t(.*)$')
    lines[#lines + 1] = { cookie = cookie, form = form, from = from, body = body }
  end
  path = args[2]
  if args[3] then
    local file = assert(io.open(args[3], 'rb'))
    image = file:read('*a')
    file:close()
  end
end

function request()
  sent = sent + 1
  local line = lines[sent]
  if not line then
    wrk.thread:stop()
    line = lines[#lines]
  end
  local headers = { cookie = line.cookie, ['content-type'] = image and 'image/jpeg' or 'application/json' }
  if line.form ~= '' then headers['wallet-form'] = line.form end
  if line.from ~= '' then headers['x-forwarded-for'] = line.from end
  local body = image or line.body
  return wrk.format(body == '' and 'GET' or 'POST', path, headers, body)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('\nRESULT {"requests":%d,"seconds":%f,"p50Ms":%f,"p99Ms":%f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
