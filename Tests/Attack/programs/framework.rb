# An application in Rails, behind a proxy. It says how it reads the address, and takes a form with a token.

ENV["RAILS_ENV"] = "production"
require "logger"
require "action_controller/railtie"
require "rack/handler/puma"

class Application < Rails::Application
  config.load_defaults 6.1
  config.root = File.dirname(ARGV[1])
  config.eager_load = false
  config.secret_key_base = "x" * 64
  config.logger = Logger.new(File::NULL)
  eval(File.read(ARGV[1]))
end

class FormController < ActionController::Base
  protect_from_forgery with: :exception

  def show
    render json: { address: request.original_url, secure: request.ssl?, client: request.remote_ip, token: form_authenticity_token }
  end

  def create
    render plain: "sent"
  end
end

Application.initialize!
Application.routes.draw do
  get "form", to: "form#show"
  post "form", to: "form#create"
end
Rack::Handler::Puma.run(Application, Host: "127.0.0.1", Port: ARGV[0].to_i, Threads: "1:4", Silent: true)
